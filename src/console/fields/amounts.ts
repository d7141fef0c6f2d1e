/** "1234567.50" → "1,234,567.50". The same as the kernel's `readable`, without its temporary lists. */
export function grouped(amount: string): string {
  const dot = amount.indexOf('.')
  const end = dot < 0 ? amount.length : dot
  const start = amount.charCodeAt(0) === 45 ? 1 : 0
  if (end - start <= 3) return amount
  let head = start + ((end - start) % 3 || 3)
  let text = amount.slice(0, head)
  for (; head < end; head += 3) text += `,${amount.slice(head, head + 3)}`
  return dot < 0 ? text : text + amount.slice(dot)
}
