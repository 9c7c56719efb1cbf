import { parseArgs } from 'node:util';

import { serveHere } from '../serving.ts';
import { S3Endpoint } from './endpoint.ts';

// `node test/bench/s3/serve.ts [--ends-with-input]`: the endpoint as a process of its own, on a free port.
const { values } = parseArgs({ options: { 'ends-with-input': { type: 'boolean', default: false } } });
serveHere(new S3Endpoint().answer, { port: 0, endsWithInput: values['ends-with-input'] });
