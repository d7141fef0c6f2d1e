import type { BlockProps } from './blocks.tsx'

/**
 * Rich text as it is meant. The server keeps none that is not clean (server/database/kinds/html.ts), and the page's policy
 * runs no script that is not the console's own.
 */
export function HtmlBlock({ row, name }: BlockProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on its way into the database
  return <div className="rich" dangerouslySetInnerHTML={{ __html: String(row[name] ?? '') }} />
}
