import { serveParser } from '../features/preview/stores/serve-parser.ts';
import { markdownAsks } from './markdown-requests.ts';

serveParser(markdownAsks);
