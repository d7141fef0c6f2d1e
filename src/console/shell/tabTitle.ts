import { inSentence, one } from '../../model/values/label.ts'
import type { Catalogue, CatalogueResource } from '../../model/wire/catalogue.ts'
import { addTitle } from '../data/addTitle.ts'
import { listTitle, resourceIn } from '../data/catalogue.ts'
import type { Tab } from '../data/tabs.ts'
import { t } from '../i18n/index.ts'
import { screenRouteOf } from './screenRoute.ts'

/**
 * Title of a tab in the current language: what its address stands for, and of a record its name. So a tab says the same
 * in front and behind, before its screen has been drawn, and after another language was chosen.
 */
export function tabTitle(tab: Pick<Tab, 'path' | 'to' | 'title'>, catalogue: Catalogue | null): string {
  if (!catalogue) return tab.title
  const at = screenRouteOf(catalogue, tab.path)
  switch (at.screen) {
    case 'home':
      return t('shell.home')
    case 'dashboard':
      return t('shell.dashboard')
    case 'selfCheck':
      return t('shell.selfCheck')
    case 'preview':
      return t('shell.preview')
    case 'queueHub':
      return t('shell.queueHub')
    case 'firstSteps':
      return t('shell.firstSteps')
    case 'profile':
      return t('shell.profileTitle')
    case 'keymap':
      return t('shell.keymap')
    case 'errorLog':
      return t('shell.errorLog')
    case 'queue': {
      const views = catalogue.queues.find((q) => q.code === at.queue)?.views ?? []
      const view = new URLSearchParams(tab.to.split('?')[1]).get('view')
      return (views.find((v) => v.code === view) ?? views[0])?.title ?? tab.title
    }
    case 'table':
      return listTitle(catalogue, at.resource, tab.path) || tab.title
    case 'form':
      if (at.mode === 'edit' && tab.title) return t('record.editNamed', { name: tab.title })
      return formTitle(resourceIn(catalogue, at.resource), at.mode)
    case 'detail':
      // brought back from another desk: its name is known once it is looked at
      return tab.title || one(resourceIn(catalogue, at.resource)?.title ?? '')
    default:
      return tab.title
  }
}

const formTitle = (of: CatalogueResource | undefined, mode: 'add' | 'edit'): string =>
  mode === 'add' ? addTitle(of ?? { title: '' }, t) : t('record.editTitle', { title: inSentence(one(of?.title ?? '')) })
