/** The first word of the extraction thread: it has loaded and takes files. */
export const READY = 'ready';
