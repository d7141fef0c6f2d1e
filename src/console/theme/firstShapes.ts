/** Drawings of what is shown before the console is here (sign-in, lost addresses), as in `shapes.ts`. */
export const firstShapes = {
  search: 'M7 11.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2M10.4 10.4l3.2 3.2',
  lock: 'M3.6 7.2h8.8v6.2H3.6zM5.4 7.2V5.1a2.6 2.6 0 0 1 5.2 0v2.1',
  'alert-triangle': 'M8 2.6 14 13H2zM8 6.6v3M8 11.2v.3',
  languages:
    'M2.4 4h6.2M5.5 2.6V4M7.4 4c-.5 2.4-2.2 4.4-4.6 5.4M3.8 6c.7 1.5 2 2.7 3.6 3.3M8 13.4l2.8-6.4 2.8 6.4M8.9 11.4h3.8',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8M8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  'eye-off':
    'M6.4 4c.5-.1 1-.2 1.6-.2 4 0 6.2 4.2 6.2 4.2s-.6 1.1-1.7 2.2M10.6 11.8c-.8.3-1.6.4-2.6.4-4 0-6.2-4.2-6.2-4.2S2.7 6.3 4.4 5M2.6 2.6l10.8 10.8',
} as const
