import { isInState } from '../../src/model/language/lifecycle.ts'
import type { Language } from '../../src/model/values/label.ts'
import { type Catalogue, type CatalogueMenu, type CatalogueResource, kindsOf } from '../../src/model/wire/catalogue.ts'
import type { WireRow } from '../../src/model/wire/wire.ts'
import type { AnyCommand } from '../command.ts'
import { all, any, atLeast, is } from '../context.ts'
import { OPERATION_KEYS } from '../keys/operations.ts'
import { hasRecord, inside, onRows } from './places.ts'
import { join, named, own, single, theirs, titled, wordIn } from './title.ts'
import type { Word } from './words.ts'

const paths = (menus: readonly CatalogueMenu[]): string[] => menus.flatMap((m) => [m.path, ...paths(m.children)])

/** Returns whether rows of a resource are added or edited here, as what they are in an overview of several kinds. */
export const isOffered = (catalogue: Catalogue, r: CatalogueResource, o: 'add' | 'edit'): boolean =>
  [r, ...Object.values(kindsOf(catalogue.resources, r))].some((one) => one.operations.includes(o))

/** Open list, add, edit, delete, import, export: one command per resource and operation granted. */
export function records(catalogue: Catalogue, language: Language): AnyCommand[] {
  const reachable = new Set(paths(catalogue.topMenus))
  return catalogue.resources.flatMap((r) => ofResource(catalogue, r, reachable, language))
}

function ofResource(
  catalogue: Catalogue,
  r: CatalogueResource,
  reachable: ReadonlySet<string>,
  language: Language,
): AnyCommand[] {
  // resources that a row of an overview may belong to: it is added and edited as such
  const kinds = kindsOf(catalogue.resources, r)
  const name = theirs(r, language)
  const here = all(onRows, is('resource', r.id))
  const commands: AnyCommand[] = []
  const { list } = r.routes
  // A list that the menu leads to is already a navigation command.
  if (list && !reachable.has(list)) {
    commands.push({
      id: `${r.id}.list`,
      ...titled(join(name, own('list')), language),
      category: 'navigation',
      icon: 'list',
      when: inside,
      selection: 'none',
      place: { route: list, resource: r.id, aside: false },
      run: (host) => host.shell.open(list),
    })
  }
  if (isOffered(catalogue, r, 'add')) {
    const added = join(own('add'), single(name))
    commands.push({
      id: `${r.id}.add`,
      ...titled(r.created ? named(theirs(r.created, language), single(name), added) : added, language),
      category: 'record',
      icon: 'plus',
      when: inside,
      selection: 'none',
      keys: [OPERATION_KEYS.add],
      keysWhen: all(is('screen', 'table'), is('resource', r.id)),
      run: (host) => host.shell.form(r.id, 'add'),
    })
  }
  if (isOffered(catalogue, r, 'edit')) {
    const kindOf = (row: WireRow) => kinds[String(row[r.routes.pages?.by ?? ''] ?? '')] ?? r
    commands.push({
      id: `${r.id}.edit`,
      ...titled(join(own('edit'), single(name)), language),
      category: 'record',
      icon: 'pencil',
      when: hasRecord(r.id),
      selection: 'one',
      keys: [OPERATION_KEYS.edit],
      keysWhen: any(is('screen', 'table'), is('screen', 'detail')),
      from: r.editable?.edit,
      disabled: (host) => {
        if (!host.row) return wordIn('noRow', language)
        const { operations, editable } = kindOf(host.row)
        return operations.includes('edit') && isInState(editable?.edit ?? {}, host.row)
          ? null
          : wordIn('wrongState', language)
      },
      run: (host) =>
        host.row
          ? host.shell.form(kindOf(host.row).id, 'edit', host.row.id)
          : { is: 'nothing', why: wordIn('noRow', language) },
    })
  }
  // Where deleting is a decision of its own (with guard and effects), the catalogue has no such operation.
  if (r.operations.includes('delete')) {
    commands.push({
      id: `${r.id}.delete`,
      ...titled(join(own('remove'), single(name)), language),
      category: 'record',
      icon: 'trash',
      when: any(hasRecord(r.id), all(here, any(atLeast('selected', 1), is('allSelected', true)))),
      selection: 'many',
      danger: true,
      keys: [OPERATION_KEYS.delete],
      keysWhen: any(is('screen', 'table'), is('screen', 'detail')),
      disabled: (host) => {
        if (host.rows.length === 0) return host.context.allSelected ? null : wordIn('noRow', language)
        if (host.rows.every((row) => isInState(r.editable?.delete ?? {}, row))) return null
        return wordIn(host.rows.length === 1 ? 'wrongState' : 'someWrongState', language)
      },
      run: (host) => host.shell.remove(r.id),
    })
  }
  if (r.operations.includes('import'))
    commands.push({
      id: `${r.id}.import`,
      ...titled(join(own('import'), name), language),
      category: 'record',
      icon: 'import',
      when: inside,
      selection: 'none',
      run: (host) => host.shell.importRows(r.id),
    })
  if (r.operations.includes('export')) {
    const formats = [
      ['xlsx', `${r.id}.export`, join(own('export'), name)],
      ['csv', `${r.id}.exportCsv`, join(own('export'), name, own('asCsv'))],
    ] as const
    for (const [format, id, title] of formats)
      commands.push({
        id,
        ...titled(title, language),
        category: 'record',
        icon: 'download',
        when: here,
        selection: 'none',
        disabled: (host) => (host.shell.exportRows ? null : wordIn('exportClosed', language)),
        run: (host) =>
          host.shell.exportRows?.(r.id, format) ?? { is: 'nothing', why: wordIn('exportClosed', language) },
      })
  }
  for (const archive of r.archives ?? [])
    commands.push({
      id: `${r.id}.${archive}`,
      ...titled(own(archive as Word), language),
      category: 'record',
      icon: archive.endsWith('Template') ? 'download' : 'image',
      when: here,
      selection: 'none',
      disabled: (host) => (host.shell.archive ? null : wordIn('exportClosed', language)),
      run: (host) => host.shell.archive?.(r.id, archive) ?? { is: 'nothing', why: wordIn('exportClosed', language) },
    })
  return commands
}
