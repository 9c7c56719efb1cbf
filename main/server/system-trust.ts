import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** From now on this program also trusts what the computer's own store of certificates trusts (S41). */
export function trustTheSystem(): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
  } catch {
    // A store that cannot be read adds nothing; what comes with the program is trusted as before.
  }
}
