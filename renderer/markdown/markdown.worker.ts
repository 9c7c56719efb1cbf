import { serveParser } from '../stores/parsing/serve-parser.ts';
import { markdownAsks } from './markdown-asks.ts';

serveParser(markdownAsks);
