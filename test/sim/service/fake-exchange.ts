export interface FakeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, below `FakeService.baseUrl` or an address the service gave. */
  readonly url: string;
  /** Names in any case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

export interface FakeResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}
