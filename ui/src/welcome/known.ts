/** The project of the sample data, and the tool its threads are said to come from: by both they are known. */
export const slug = "sample";

export const everyStatus = ["open", "blocked", "done", "dismissed"];

/** What the hub is asked for whether the sample is there. */
export const anyOfIt = { query: { project: slug, source_tool: slug, status: everyStatus, limit: 1 } };
