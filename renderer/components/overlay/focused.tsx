import { type ReactNode, useEffect, useRef } from 'react';

/** What just happened and has to be read first: it has the focus when it comes, and each time `times` counts on. */
export function Focused({ times = 0, children }: { readonly times?: number; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [times]);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
