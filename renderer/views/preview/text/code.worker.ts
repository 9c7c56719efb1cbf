import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { colouringFor } from './colouring.ts';
import { textAsks } from './text-asks.ts';

serveParser(textAsks(colouringFor));
