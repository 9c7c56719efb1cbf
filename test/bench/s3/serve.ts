import { parseArgs } from 'node:util';

import { limited, limitOf } from '../network/request-limit.ts';
import type { Refusal } from '../network/request-limit.ts';
import { serveHere } from '../serving.ts';
import { S3Endpoint } from './endpoint.ts';

// `node test/bench/s3/serve.ts [--sizes-only] [--limit REQUESTS/MS] [--ends-with-input]`: the endpoint as a process of its
// own, on a free port.
const { values } = parseArgs({
  options: {
    'sizes-only': { type: 'boolean', default: false },
    limit: { type: 'string' },
    'ends-with-input': { type: 'boolean', default: false },
  },
});
const s3 = new S3Endpoint({ keepsContent: !values['sizes-only'] });
/** As S3 says it. */
const refusal: Refusal = {
  status: 503,
  type: 'application/xml',
  body: '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
  isFor: ({ url }) => url !== S3Endpoint.STATE,
};
const answer = values.limit === undefined ? s3.answer : limited(s3.answer, limitOf(values.limit), refusal);
serveHere(answer, { port: 0, endsWithInput: values['ends-with-input'] });
