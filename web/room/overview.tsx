import { ActivityChart } from './activity-chart.tsx';
import { Feed } from './feed.tsx';
import { RoomAgents } from './room-agents.tsx';
import { Halves } from './room-page.tsx';

/** What happens in the room: how much, what, and who keeps up with it. */
export function Overview() {
  return (
    <div class="overview">
      <Halves shown="activity" />
      <ActivityChart />
      <div class="overview-columns">
        <Feed />
        <RoomAgents />
      </div>
    </div>
  );
}
