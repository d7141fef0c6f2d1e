import { commenManagement } from '../../../src/model/content/comment.ts'
import { contentEvent } from '../../../src/model/content/contentEvent.ts'
import { integralIssue } from '../../../src/model/funds/integralIssue.ts'
import { doctorAward } from '../../../src/model/points/award.ts'
import { type ReaderEvent, readerDid } from '../../../src/server/domains/content/readers.ts'
import { loader } from '../people.ts'
import { type Making, notFor, somebody, whyNot } from './act.ts'
import { earn } from './mind.ts'
import { TENANT } from './stage.ts'

// Doctors read, share, like and comment; what that earns is given out of what the platform was issued (3.25, INV-39).

const [COMMENTED, LIKED] = [3, 6]

const read: Making = ({ stage, mind, draw }) => {
  // now and then the same once more, which earns nothing on whichever day
  const before = draw.chance(0.4) ? draw.of(mind.awards.filter((a) => a.type > COMMENTED)) : undefined
  const content = before
    ? mind.contents.find(({ id }) => id === before.bizId)
    : draw.fit(mind.contents, (one) => one.status === 2)
  // mostly who has read today, so that limits of a day are met
  const busy = (id: string) => mind.awards.some((a) => a.type >= COMMENTED && a.doctor === id && a.day === stage.today)
  const doctor = before
    ? mind.doctors.find(({ id }) => id === before.doctor)
    : draw.fit(mind.doctors, (one) => busy(one.id) && (content?.readers?.includes(one) ?? true))
  if (!content || !doctor) return null
  const type = (before?.type ?? draw.among(3, 4, 5, 6)) as ReaderEvent['type']
  return {
    ...{ name: `content.event.${type}`, by: null, about: `${content.id} by ${doctor.id}` },
    why: whyNot(
      content.status !== 2 && 'not published',
      content.readers !== null && !content.readers.includes(doctor) && 'for others',
    ),
    go: () =>
      stage.work(loader(TENANT), (work) =>
        readerDid(work, {
          ...{ contentId: content.id, doctorId: doctor.id, type, parentId: null },
          text: type === COMMENTED ? '受益匪浅' : null,
        }),
      ),
    after: (id) => {
      if (type === LIKED && content.likes.has(doctor)) return
      if (type === LIKED) content.likes.add(doctor)
      const comment = type === COMMENTED ? String(stage.row(contentEvent, String(id))?.commentId) : null
      if (comment) mind.comments.push({ id: comment, shown: true })
      earn(mind, type, doctor, comment ?? content.id, stage.today)
    },
  }
}

/** A comment that is hidden keeps what it earned. */
const hide: Making = (scene) => {
  const { stage, mind, draw } = scene
  const comment = draw.of(mind.comments)
  if (!comment) return null
  const by = somebody(scene, ['content'])
  const step = draw.chance(0.5) ? 'hide' : 'show'
  return {
    ...{ name: `comment.${step}`, by, about: comment.id },
    why: whyNot(notFor(by, ['content']), comment.shown !== (step === 'hide') && 'is so'),
    go: () => stage.decide(by.actor, commenManagement, step, comment.id),
    after: () => {
      comment.shown = step === 'show'
    },
  }
}

const give: Making = ({ stage, mind, draw }) => {
  const award = draw.fit(mind.awards, (one) => !one.given)
  if (!award) return null
  const { type, bizId, doctor: doctorId } = award
  const [row] = stage.rows(doctorAward, { doctorId, bizId }).filter((one) => one.type === type)
  return {
    ...{ name: 'award.give', by: null, about: `${type} ${bizId}` },
    why: whyNot(award.given && 'given', mind.issued < award.points && 'not issued'),
    go: () => stage.takes(doctorAward, 'give', String(row?.id)),
    after: () => {
      award.given = true
      mind.issued -= award.points
    },
  }
}

const issue: Making = (scene) => {
  const { stage, mind, draw, players } = scene
  const asks = players.find((p) => p.role === 'finance')
  const by = somebody(scene, ['finance'])
  if (!asks) return null
  const points = draw.among(5, 50, 300)
  const why = whyNot(notFor(by, ['finance']), by === asks && 'their own')
  return {
    ...{ name: 'points.issue', by, about: String(points), why },
    go: async () => {
      // a refusal is about one that is there already
      const id = why
        ? String(stage.rows(integralIssue)[0]?.id ?? '1')
        : await stage.save(asks.actor, integralIssue, { points, reason: '奖励' })
      await stage.decide(by.actor, integralIssue, 'audit.pass', id)
    },
    after: () => {
      mind.issued += points
    },
  }
}

export const pointActs: Readonly<Record<string, Making>> = { read, hide, give, issue }
