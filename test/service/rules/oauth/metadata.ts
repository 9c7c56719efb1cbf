import type { Backend } from '../ground/backend.ts';
import { jsonAnswer } from './answers.ts';
import type { PlainAnswer } from './answers.ts';

/** What an application may be let do: everything a key may. */
export const SCOPE = 'api';

/** What an application learns about signing in (RFC 8414). */
export function authorizationServer(backend: Backend): PlainAnswer {
  const origin = backend.origin();
  return jsonAnswer(200, {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [SCOPE],
    authorization_response_iss_parameter_supported: true,
  });
}

/** The address of what tokens open. */
export function resourceOf(backend: Backend): string {
  return `${backend.origin()}/api/v1`;
}

/** Where an application gets tokens for the API (RFC 9728). */
export function protectedResource(backend: Backend): PlainAnswer {
  return jsonAnswer(200, {
    resource: resourceOf(backend),
    resource_name: 'The local service',
    authorization_servers: [backend.origin()],
    bearer_methods_supported: ['header'],
    scopes_supported: [SCOPE],
  });
}
