// In this order: the library is not loaded without what stands in.
import './matrix-stand-in.ts';

export { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
