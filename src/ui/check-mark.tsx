/** The mark of something that is done. */
export const CheckMark = () => (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="m2.5 7.5 3 3 6-7" />
  </svg>
)
