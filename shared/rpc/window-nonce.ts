/** What the window's build writes where a nonce belongs; the window server puts a fresh one in its place in each answer. */
export const NONCE_PLACEHOLDER = 'benchtop-nonce-of-this-answer';
