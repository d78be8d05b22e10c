import { Failure } from '../ui/notice.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { useRoom } from './current-room.ts';
import { Feed } from './feed.tsx';
import { RoomAgents } from './room-agents.tsx';
import { Halves } from './room-page.tsx';

/** What happens in the room: how much, what, and who keeps up with it. */
export function Overview() {
  const room = useRoom();
  const error = room.error.value;
  return (
    <div class="overview">
      <Halves shown="activity" />
      {error && !room.feed.value && <Failure error={error} />}
      <ActivityChart />
      <div class="overview-columns">
        <Feed />
        <RoomAgents />
      </div>
    </div>
  );
}
