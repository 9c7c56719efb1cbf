// The addresses of workers as the build names them; no module of ours has them as its default export.
// oxlint-disable import/default
import markdown from './markdown/markdown.worker.ts?worker&url';
import picture from './image/picture.worker.ts?worker&url';
import table from './table/table.worker.ts?worker&url';
import code from './text/code.worker.ts?worker&url';
import text from './text/text.worker.ts?worker&url';
import tree from './tree/tree.worker.ts?worker&url';

/** What reads each kind of file, beside the window. */
export const WORKERS = { code, markdown, picture, table, text, tree } as const;
