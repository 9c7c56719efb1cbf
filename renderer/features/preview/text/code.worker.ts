import { serveParser } from '../stores/serve-parser.ts';
import { colouringFor } from './colouring.ts';
import { textAsks } from './text-requests.ts';

serveParser(textAsks(colouringFor));
