import { serveParser } from '../stores/serve-parser.ts';
import { documentAsks } from './document-requests.ts';

serveParser(documentAsks);
