import { serveParser } from '../parsing/serve-parser.ts';
import { stackAsks } from './stack-asks.ts';

serveParser(stackAsks());
