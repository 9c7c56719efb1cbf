/** The first word of the extraction process: it has loaded and takes files. */
export const READY = 'ready';
