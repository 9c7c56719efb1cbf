import type { FastifyInstance, FastifyRequest } from 'fastify';

import { openApiText } from '../openapi/document.ts';
import { badRequest } from '../rules/ground/api-error.ts';
import { Api } from '../rules/api.ts';
import type { Admitted, Body } from '../rules/api.ts';
import type { Backend } from '../rules/ground/backend.ts';
import type { Answer } from '../rules/ground/route.ts';
import { findRoute } from '../rules/routes.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import { bareServer, headerOf, reportBug } from './bare-server.ts';
import type { Outgoing } from './deliver.ts';
import { addOutbox, browserResponse, oauthResponse } from './doors.ts';
import { withFaults } from './faulty.ts';
import type { Faults } from './faulty.ts';
import { drain, readJson, readWithContent } from './request-body.ts';

export interface ApiParts {
  readonly backend: Backend;
  readonly objects: ObjectFiles;
  readonly faults: Faults;
  /** Whether `GET|PUT /faults` is there. */
  readonly withPanel: boolean;
  /** Lets auto-tidy look at everything now; how many proposals are new. */
  sweepNow(): number;
  /** Whether every answer is held against its declared form. */
  readonly checksAnswers: boolean;
}

/** The API over HTTP, not listening yet. Which endpoint answers is decided by the rules, not by Fastify. */
export function apiServer(parts: ApiParts): FastifyInstance {
  const { faults } = parts;
  const api = new Api(parts.backend, reportBug, parts.checksAnswers);
  const app = bareServer((request, reply) =>
    withFaults(
      faults,
      { port: 'api', route: routeOf(request), request, reply },
      async () =>
        (await oauthResponse(parts.backend, request)) ??
        browserResponse(parts.backend, request) ??
        respond(parts, api, request),
    ),
  );
  app.get('/health', () => ({ status: 'ok' }));
  addDocument(app);
  addOutbox(app, parts.backend);
  if (parts.withPanel) addPanel(app, parts);
  return app;
}

/** The endpoint a request is for, as the specification writes it. */
function routeOf(request: FastifyRequest): string | null {
  const path = (request.raw.url ?? '/').replace(/\?.*$/s, '');
  const found = findRoute(request.method, path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : '/?');
  return found.kind === 'route' ? `${found.route.endpoint.method} ${found.route.endpoint.path}` : null;
}

async function respond(parts: ApiParts, api: Api, request: FastifyRequest): Promise<Outgoing> {
  const admission = api.admit({ method: request.method, target: request.raw.url ?? '/', header: headerOf(request) });
  if (admission.kind === 'refused') {
    await drain(request.raw);
    return outgoingOf(parts, admission.answer);
  }
  try {
    const body = await readBody(parts, admission, request);
    const answer = api.carryOut(admission, body);
    if (body.content !== null && answer.status >= 400) await parts.objects.forget(body.content);
    return outgoingOf(parts, await withInlined(parts, answer));
  } catch (thrown) {
    return outgoingOf(parts, api.refusal(thrown, admission.correlationId));
  }
}

async function readBody(parts: ApiParts, admitted: Admitted, request: FastifyRequest): Promise<Body> {
  const { body } = admitted.route;
  const limitBytes = parts.backend.switches().maxVersionBytes;
  if (body === 'content') return readWithContent(request.raw, parts.objects, limitBytes);
  if (body === 'json') return { json: await readJson(request.raw), content: null };
  await drain(request.raw);
  return { json: null, content: null };
}

/** Reads the content that is to stand in the answer itself. */
async function withInlined(parts: ApiParts, answer: Answer): Promise<Answer> {
  if (answer.inlined === undefined) return answer;
  const { objectKey, sizeBytes } = answer.inlined;
  const bytes = await parts.objects.firstBytes(objectKey, sizeBytes);
  return { status: answer.status, json: { content: Buffer.from(bytes).toString('utf8') } };
}

function outgoingOf(parts: ApiParts, answer: Answer): Outgoing {
  const headers = answer.headers ?? {};
  if (answer.object !== undefined) {
    const { objectKey, sizeBytes, contentType, fileName } = answer.object;
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
    return {
      status: answer.status,
      headers: { ...headers, 'content-type': contentType, 'content-disposition': disposition },
      body: { sizeBytes, stream: parts.objects.read(objectKey) },
    };
  }
  if (answer.json === undefined) return { status: answer.status, headers, body: new Uint8Array() };
  const body = Buffer.from(JSON.stringify(answer.json));
  return { status: answer.status, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body };
}

/** Serves the API's own document without sign-in: at the origin and below the API's prefix. */
function addDocument(app: FastifyInstance): void {
  let text: string | null = null;
  for (const path of ['/openapi.json', '/api/v1/openapi.json']) {
    app.get(path, (_request, reply) => {
      text ??= openApiText();
      return reply.type('application/json; charset=utf-8').send(text);
    });
  }
}

/** The fault panel, reachable at the origin and below the API's prefix, without a key: it is for tests on this computer. */
function addPanel(app: FastifyInstance, { faults: { panel }, sweepNow }: ApiParts): void {
  app.post('/sweep', () => ({ proposals: sweepNow() }));
  for (const path of ['/faults', '/api/v1/faults']) {
    app.get(path, () => panel.state());
    app.put(path, async request => {
      try {
        panel.change(await readJson(request.raw));
      } catch (thrown) {
        throw badRequest(thrown instanceof Error ? thrown.message : 'The fault panel does not understand this.');
      }
      return panel.state();
    });
  }
}
