/** UTF-16 code units of an id that a server gives. Ids are remembered, and none that is meant well is longer. */
export const longestId = 1000;
