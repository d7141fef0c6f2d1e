import { columns, ROWS, rowAt } from '../rows.ts'

/** The floor of fast scrolling: elements whose texts are written directly, and nothing else. As many cells as a racing row of ours has. */
const HEIGHT = 28
const SHOWN = columns.slice(0, 4)
const box = document.getElementById('box') as HTMLElement
const space = document.createElement('div')
// as long as ours may be
space.style.cssText = 'height:8000000px;position:relative'
const host = document.createElement('div')
host.style.cssText = 'position:absolute;top:0;left:0'
space.append(host)
box.append(space)
const count = Math.ceil(innerHeight / HEIGHT) + 9
const texts = Array.from({ length: count }, (_, at) => {
  const row = document.createElement('div')
  row.style.cssText = `position:absolute;top:${at * HEIGHT}px;height:${HEIGHT}px;width:1900px;contain:layout style;border-bottom:1px solid #ddd`
  host.append(row)
  return SHOWN.map((_, i) => {
    const cell = document.createElement('div')
    cell.style.cssText = `position:absolute;left:${i * 160}px;width:150px;height:27px;contain:strict;overflow:hidden;white-space:nowrap`
    const text = document.createTextNode('')
    cell.append(text)
    row.append(cell)
    return text
  })
})
const draw = () => {
  const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 4)
  host.style.transform = `translateY(${first * HEIGHT}px)`
  for (const [at, cells] of texts.entries()) {
    const row = rowAt(Math.min(ROWS - 1, first + at))
    for (const [i, text] of cells.entries()) text.data = row[SHOWN[i] as string] as string
  }
}
box.addEventListener('scroll', draw, { passive: true })
draw()
requestAnimationFrame(() => document.body.setAttribute('data-ready', ''))
