import { type ReactNode, useEffect, useRef } from 'react';

/** What just happened and has to be read first: it has the focus when it comes. */
export function Focused({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
