import { locale, t } from "../../words";

/** A size in words: "5.2 MB". */
export function bytes(n: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let at = 0, size = n;
  for (; size >= 1000 && at < units.length - 1; at++) size /= 1000;
  return new Intl.NumberFormat(locale(), { style: "unit", unit: units[at]!, maximumFractionDigits: size < 10 && at > 0 ? 1 : 0 }).format(size);
}

/** A path as a shell takes it. */
export const quoted = (path: string): string => (/^[\w./:~@%+,\\-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** By what a value is fixed, when it can't be changed here; else "". */
export const fixedBy = (source: string): string => (source === "default" || source === "stored" ? "" : t("settings.setBy", { source }));

/** What a token may, by its scope. */
export const scopes = { get read() { return t("common.readOnly"); }, get write() { return t("common.readAndWrite"); } };
