/** What belongs to one hub is named after …/ui/: an origin may carry more than one. */
export const nameOf = (root: URL): string => `hub ${root.pathname}`;
