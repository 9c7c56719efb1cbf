import { serveParser } from '../stores/serve-parser.ts';
import { workbookAsks } from './workbook-requests.ts';

serveParser(workbookAsks());
