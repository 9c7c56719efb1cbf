import type { FakeServer } from '../fakes/fake-http.ts';
import type { FakeService } from '../service/fake-service.ts';

/** Tells what a version of the service holds. */
export function textsOf({ sights }: FakeService): (version: string) => string | null {
  return version => {
    const found = sights.history().find(({ versionId }) => versionId === version);
    return found === undefined ? null : new TextDecoder().decode(found.bytes);
  };
}

/** The service as a server behind fake HTTP. */
export function serverOf(service: FakeService): FakeServer {
  return ({ method, url, headers, body }) => {
    const answer = service.handle({ method, url, headers: Object.fromEntries(headers), body });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
  };
}
