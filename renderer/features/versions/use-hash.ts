import { useEffect, useState } from 'react';

/** `SHA-256 ` and what it is of some bytes; empty until it is known, and where nothing can tell it. */
export function useHash(bytes: Uint8Array | null): string {
  const [hash, setHash] = useState('');
  useEffect(() => {
    if (bytes === null) return;
    let isOver = false;
    crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)).then(
      digest => (isOver ? undefined : setHash(`SHA-256 ${hexOf(new Uint8Array(digest))}`)),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [bytes]);
  return hash;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
