/** Words of the schema library, which no person should have to know. */
export const SCHEMA_WORDS =
  /invalid (input|string|option|key|uuid|url|date|iso)|\bexpected\b|\breceived\b|too (big|small)|unrecognized|\bregex\b|zod|\bundefined\b|✖|\[object|Infinity/i;
