import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { treeAsks } from './tree-asks.ts';

serveParser(treeAsks());
