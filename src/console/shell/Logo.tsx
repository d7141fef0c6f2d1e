/** The mark of the product. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none', display: 'block' }}>
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M9 23V9h8a5 5 0 0 1 0 10h-8m7 0 7 4"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
