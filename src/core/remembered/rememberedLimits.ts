/** Fields whose answers are remembered, of all servers. */
export const mostRemembered = 500;
/** UTF-16 code units of JSON of all of them; the newest stay. */
export const longestTogether = 1_000_000;
/** UTF-16 code units of JSON of all that names one field: server, workspace, tool, property, label. */
export const longestNames = 10_000;
