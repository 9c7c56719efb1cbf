import { serveParser } from '../parsing/serve-parser.ts';
import { treeAsks } from './tree-asks.ts';

serveParser(treeAsks());
