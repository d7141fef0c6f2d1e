import { learnNames } from '../../../commands/catalog/spoken.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import { permissionsOf } from '../../../src/model/roles/grants.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { Language } from '../../../src/model/values/label.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { cut } from '../../../src/server/domains/administration/access/catalogue.ts'
import { domains } from '../../../src/server/domains.ts'

// as the palette does
learnNames()

/** The catalogue a person with a built-in role gets, cut by the server's own function. */
export function catalogueOf(alias: string, language: Language = 'zh'): Catalogue {
  const role = roles.find((r) => r.alias === alias)
  if (!role) throw new Error(`no role ${alias}`)
  const menus = new Set<string>()
  for (const { top, group, leaf } of leaves()) {
    if (role.menus.includes('*') || role.menus.includes(leaf.code) || role.menus.includes(`top:${top.code}`)) {
      for (const code of [top.code, group.code, leaf.code]) menus.add(code)
    }
  }
  const found = cut(domains, { menus, permissions: permissionsOf(role) }, language)
  return {
    etag: 'test',
    language,
    user: { id: '1', name: alias, account: alias, avatar: '', tenantId: '000000', roles: [alias], company: '' },
    ...found,
    today: '2024-06-15',
  }
}

export const admin = (language: Language = 'zh'): Catalogue => catalogueOf('administrator', language)
