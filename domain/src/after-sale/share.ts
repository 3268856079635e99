type Reward = { text: string; short_text: string }
type SharedEvent = { title: string; shareable_link: string; reward_referrers: Reward | null }

export type ShareTile =
  | { key: 'link.shareReward'; facts: { 'short reward text': string } }
  | { key: 'link.shareFriendsAndFamily' }

/** What the share tile reads, as a key of the texts with its fact (DONE-21, DONE-22); null without a referral link (DONE-20). */
export function shareTile(events: readonly SharedEvent[], link: string): ShareTile | null {
  if (link === '') return null
  const [first] = events
  return first?.reward_referrers && events.every((event) => event.reward_referrers !== null)
    ? { key: 'link.shareReward', facts: { 'short reward text': first.reward_referrers.short_text } }
    : { key: 'link.shareFriendsAndFamily' }
}

/** A text that is ready, or the key of one with its facts. */
export type ShareMessage =
  | { key: null; text: string }
  | { key: 'info.shareText'; facts: { title: string; link: string } }

/**
 * What a buyer shares of one event (DONE-27, OPEN-95): the reward's own text with the referral link, which earns the reward, or the
 * default text with the event's link.
 */
export function shareMessage(event: SharedEvent, link: string): ShareMessage {
  const { title, reward_referrers: reward } = event
  return reward?.text
    ? { key: null, text: `${reward.text} (${link})` }
    : { key: 'info.shareText', facts: { title, link: reward ? link : event.shareable_link || link } }
}
