import styles from './progress-ring.module.css';

/** A ring that fills, around an arrow up or down. Only a picture: the words stand beside it. */
export function ProgressRing({ direction, percent }: { readonly direction: 'up' | 'down'; readonly percent: number }) {
  const arrow = direction === 'up' ? 'M8 11V5.2M5.6 7.4 8 5l2.4 2.4' : 'M8 5v5.8M5.6 8.6 8 11l2.4-2.4';
  return (
    <svg className={styles['ring']} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle className={styles['track']} cx="8" cy="8" r="6.75" />
      <circle
        className={styles['done']}
        cx="8"
        cy="8"
        r="6.75"
        pathLength={100}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 8 8)"
      />
      <path className={styles['arrow']} d={arrow} />
    </svg>
  );
}
