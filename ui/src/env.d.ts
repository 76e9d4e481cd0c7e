declare module "virtual:licences" {
  const list: { name: string; version: string; licence: string; text: string }[];
  export default list;
}

declare module "*?raw" {
  const text: string;
  export default text;
}
