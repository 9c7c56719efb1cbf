import { serveParser } from '../parsing/serve-parser.ts';
import { pdfAsks } from './pdf-asks.ts';

serveParser(pdfAsks());
