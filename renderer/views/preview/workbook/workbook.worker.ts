import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { workbookAsks } from './workbook-asks.ts';

serveParser(workbookAsks());
