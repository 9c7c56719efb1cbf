import { parseArgs } from 'node:util';

import { limited, limitOf } from '../network/request-limit.ts';
import type { Refusal } from '../network/request-limit.ts';
import { serveHere } from '../serving.ts';
import { fill, LeanEndpoint } from './endpoint.ts';

// `node test/bench/lean/serve.ts [--port N] [--keep-content] [--fill JSON] [--limit REQUESTS/MS] [--ends-with-input]`: the
// lean service as a process of its own, on a free port unless one is given. It may be filled with a tree before it answers.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'keep-content': { type: 'boolean', default: false },
    fill: { type: 'string' },
    limit: { type: 'string' },
    'ends-with-input': { type: 'boolean', default: false },
  },
});
const lean = new LeanEndpoint({ keepsContent: values['keep-content'] });
const filling = values.fill === undefined ? null : fill.parse(JSON.parse(values.fill));
const folder = filling === null ? null : lean.fill(filling.name, filling.wish);
/** The storage of a service has no such limit. */
const refusal: Refusal = {
  status: 429,
  type: 'application/json',
  body: JSON.stringify({ errorCode: 'RATE_LIMIT_EXCEEDED', messages: ['Too many requests.'] }),
  isFor: ({ url = '' }) => url.startsWith('/api/'),
};
const answer = values.limit === undefined ? lean.answer : limited(lean.answer, limitOf(values.limit), refusal);
serveHere(answer, { port: Number(values.port), endsWithInput: values['ends-with-input'], told: { folder } });
