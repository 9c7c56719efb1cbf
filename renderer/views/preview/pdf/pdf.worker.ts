import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { pdfAsks } from './pdf-asks.ts';

serveParser(pdfAsks());
