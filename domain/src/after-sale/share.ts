type Reward = { text: string; short_text: string }
type SharedEvent = { title: string; shareable_link: string; reward_referrers: Reward | null }

/** What the share tile reads, as a key of the texts with its fact (DONE-21, DONE-22); null without a referral link (DONE-20). */
export function shareTile(events: readonly SharedEvent[], link: string) {
  if (link === '') return null
  const [first] = events
  return first?.reward_referrers && events.every((event) => event.reward_referrers !== null)
    ? ({ key: 'link.shareReward', facts: { 'short reward text': first.reward_referrers.short_text } } as const)
    : ({ key: 'link.shareFriendsAndFamily' } as const)
}

/**
 * What a buyer shares of one event (DONE-27, OPEN-95): the reward's own text with the referral link, which earns the reward, or the
 * default text with the event's link.
 */
export function shareMessage(event: SharedEvent, link: string) {
  const { title, reward_referrers: reward } = event
  return reward?.text
    ? ({ text: `${reward.text} (${link})` } as const)
    : ({ key: 'info.shareText', facts: { title, link: reward ? link : event.shareable_link || link } } as const)
}
