import { port } from '../language/domain/port.ts'
import { choice, list, longText, text } from '../language/fields/field.ts'

const word = { word: text('命中词', 'Word', { length: 100 }) } as const

/** The dictionary of words that a content may not say; a service that keeps nothing (sandbox) answers by it. */
export const SENSITIVE_WORDS = 'sensitive_words'

/** 内容安全: whether a text holds what may not be published (domain §7). It changes nothing. */
export const contentSafety = port('contentSafety', {
  title: ['内容安全', 'Content safety'],
  // a long text is read
  seconds: 20,
  calls: {
    check: {
      title: ['机器审核', 'Machine check'],
      in: {
        title: text('标题', 'Title', { length: 200 }),
        text: longText('正文', 'Text', { length: 100_000 }),
        // known here: not sent
        words: list('敏感词', 'Sensitive words', word, { max: 1000 }),
      },
      out: {
        result: choice(
          '结果',
          'Result',
          { CLEAN: ['合规', 'Clean'], DOUBTFUL: ['疑似', 'Doubtful'] },
          { required: '缺少结果', requiredEn: 'The result is missing' },
        ),
        hits: list('命中', 'Hits', word, { max: 200 }),
      },
      failures: { TOO_LONG: ['内容过长，无法机审', 'The text is too long to be checked'] },
    },
  },
})
