import { serveParser } from '../stores/serve-parser.ts';
import { pdfAsks } from './pdf-requests.ts';

serveParser(pdfAsks());
