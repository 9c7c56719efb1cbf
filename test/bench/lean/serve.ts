import { parseArgs } from 'node:util';

import { serveHere } from '../serving.ts';
import { fill, LeanEndpoint } from './endpoint.ts';

// `node test/bench/lean/serve.ts [--port N] [--keep-content] [--fill JSON] [--ends-with-input]`: the lean service as a
// process of its own, on a free port unless one is given. It may be filled with a tree before it answers.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'keep-content': { type: 'boolean', default: false },
    fill: { type: 'string' },
    'ends-with-input': { type: 'boolean', default: false },
  },
});
const lean = new LeanEndpoint({ keepsContent: values['keep-content'] });
const filling = values.fill === undefined ? null : fill.parse(JSON.parse(values.fill));
const folder = filling === null ? null : lean.fill(filling.name, filling.wish);
serveHere(lean.answer, { port: Number(values.port), endsWithInput: values['ends-with-input'], told: { folder } });
