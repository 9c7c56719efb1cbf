/** A flask on a bench. Only a picture: the name stands beside it. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" fill="none" aria-hidden="true" strokeLinecap="round">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinejoin="round">
        <path d="M7 20.5h18M10.5 20.5v4.5M21.5 20.5v4.5" />
        <path d="M13.2 7.2h5.6M14.4 7.4v3.6l-3 6.2h9.2l-3-6.2V7.4" opacity="0.75" />
      </g>
    </svg>
  );
}
