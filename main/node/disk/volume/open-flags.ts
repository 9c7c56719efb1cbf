import { constants } from 'node:fs';

const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** Opens for reading: never through a link in the last place, never waiting for the other end of a pipe. */
export const READ_FLAGS = constants.O_RDONLY | NO_LINK | (constants.O_NONBLOCK ?? 0);

/** Opens for reading and writing what is there already: never through a link in the last place. */
export const EDIT_FLAGS = constants.O_RDWR | NO_LINK;

/** Opens for writing what is made, or made empty, by that: never through a link in the last place. */
export const NEW_FLAGS = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | NO_LINK;

/**
 * Holds a folder without reading it: it needs no more rights than to pass through it.
 * SPEC: open(2), O_PATH: 010000000 on all that Node runs on (asm-generic/fcntl.h); Node has no name for it.
 */
export const HOLD_FLAGS = 0o10000000 | (constants.O_DIRECTORY ?? 0) | NO_LINK;
