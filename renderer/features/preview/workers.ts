// The addresses of workers as the build names them; no module of ours has them as its default export.
// oxlint-disable import/default
import document from './document/document.worker.ts?worker&url';
import markdown from '../../markdown/markdown.worker.ts?worker&url';
import pdf from './pdf/pdf.worker.ts?worker&url';
import picture from './image/picture.worker.ts?worker&url';
import stack from './stack/stack.worker.ts?worker&url';
import table from './table/table.worker.ts?worker&url';
import code from './text/code.worker.ts?worker&url';
import text from './text/text.worker.ts?worker&url';
import tree from './tree/tree.worker.ts?worker&url';
import workbook from './workbook/workbook.worker.ts?worker&url';

/** What reads each kind of file, beside the window. */
export const WORKERS = { code, document, markdown, pdf, picture, stack, table, text, tree, workbook } as const;
