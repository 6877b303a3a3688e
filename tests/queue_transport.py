"""A transport of queues: whole processes of the cluster, each a thread of this one."""

import queue


class QueueTransport:
    """Process ``rank`` of some that share queues."""

    def __init__(self, rank, boxes):
        self.rank = rank
        self.size = len(boxes)
        self.boxes = boxes
        self.losses = queue.SimpleQueue()

    def send(self, to, parcel):
        self.boxes[to].put((self.rank, parcel))

    def receive(self):
        try:
            return self.boxes[self.rank].get_nowait()
        except queue.Empty:
            return None

    def newly_lost(self):
        lost = []
        while not self.losses.empty():
            lost.append(self.losses.get())
        return lost
